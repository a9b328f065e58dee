"""The worked examples of the rules, as tables (docs/rules/thirteen.md)."""

# fmt: off
ROWS = [
    (1, "Qc Jc Tc 9c 8c", "Ad 2d 3d 4d 5d", "<", "straight_flush", "straight_flush"),
    (2, "Ad Kd Qd Jd Td", "Kc Qc Jc Tc 9c", ">", "straight_flush", "straight_flush"),
    (3, "7s 6s 5s 4s 3s", "Ks Kh Kd Kc Qs", ">", "straight_flush", "quads"),
    (4, "3s 3h 3d 3c 2s", "Ks Kh Kd Ac As", ">", "quads", "full_house"),
    (5, "9s 9h 9d 9c 2s", "8s 8h 8d 8c As", ">", "quads", "quads"),
    (6, "4s 4h 4d 2c 2s", "3s 3h 3d Ac As", ">", "full_house", "full_house"),
    (7, "2s 2h 2d 3c 3s", "As Ks Qs Js 9s", ">", "full_house", "flush"),
    (8, "Ks Js 8s 5s 2s", "Kh Jh 8h 5h 3h", "<", "flush", "flush"),
    (9, "Qd Td 8d 6d 4d", "Qc Tc 8c 6c 4c", "=", "flush", "flush"),
    (10, "7s 5s 4s 3s 2s", "As Kd Qh Jc Ts", ">", "flush", "straight"),
    (11, "As 2d 3h 4c 5s", "Kd Qh Jc Ts 9d", ">", "straight", "straight"),
    (12, "As 2d 3h 4c 5s", "Ad Kh Qc Js Td", "<", "straight", "straight"),
    (13, "As 2d 3h 4c 5s", "6d 5h 4s 3c 2d", ">", "straight", "straight"),
    (14, "Td 9h 8c 7s 6d", "9s 8d 7h 6c 5d", ">", "straight", "straight"),
    (15, "8d 7h 6c 5s 4d", "8s 7c 6h 5d 4c", "=", "straight", "straight"),
    (16, "2s 3d 4h 5c 6s", "As Ah Ad Kc Qs", ">", "straight", "trips"),
    (17, "Qs Qh Qd 3c 2s", "Js Jh Jd Ac Ks", ">", "trips", "trips"),
    (18, "3s 3h 3d 5c 2s", "Ac Ah Qd Qc Ks", ">", "trips", "two_pair"),
    (19, "As Ah 2d 2c 3s", "Ks Kh Qd Qc Ad", ">", "two_pair", "two_pair"),
    (20, "Js Jh 8d 8c 2s", "Jd Jc 7s 7h Ad", ">", "two_pair", "two_pair"),
    (21, "Js Jh 8d 8c 2s", "Jd Jc 8s 8h 3d", "<", "two_pair", "two_pair"),
    (22, "6s 6h 5d 5c As", "6d 6c 5s 5h Ad", "=", "two_pair", "two_pair"),
    (23, "3s 3h 2d 2c 4s", "As Ah Kd Qc Js", ">", "two_pair", "pair"),
    (24, "Ts Th As Kd Qc", "Jd Jc 4s 3h 2d", "<", "pair", "pair"),
    (25, "Ts Th As Kd 9c", "Td Tc Ah Kc 8s", ">", "pair", "pair"),
    (26, "5s 5h As Kd Qc", "5d 5c Ah Kc Qs", "=", "pair", "pair"),
    (27, "Ac Qd Jh Ts 9c", "Kc Qs Js Td 8h", ">", "high", "high"),
    (28, "Kc Qs Js Td 8h", "Kd Qh Jd Tc 7s", ">", "high", "high"),
    (29, "As 5d 4h 3c 2h", "9s 9h 4d 3s 2c", ">", "straight", "pair"),
    (30, "Ks Ad 2h 3c 4s", "Qs Qh 7d 6c 5s", "<", "high", "pair"),
    (31, "4s 4h 4d", "Ks Kh Qd", ">", "trips", "pair"),
    (32, "8s 8h 8d", "7s 7h 7d", ">", "trips", "trips"),
    (33, "As Ah 3d", "Ad Ac 2s", ">", "pair", "pair"),
    (34, "2s 2h Ad", "3s 3h 2d", "<", "pair", "pair"),
    (35, "As Kd Jh", "Ad Kc Ts", ">", "high", "high"),
    (36, "Kd Qh Js", "Ah 3s 2d", "<", "high", "high"),
    (37, "Ks Qs Js", "Kd Qh Jc", "=", "high", "high"),
    (38, "As 2s 3s", "4d 4h 2c", "<", "high", "pair"),
    (39, "8s 7d 5h", "8d 7c 5s", "=", "high", "high"),
]
"""Number, rows A and B, how A compares, both types."""

FOULS = [
    (40, "Ks Qd 9h", "Ad Ac 8h 6c 3s", "Jh Jc 5s 5d 2c", False, "accepted"),
    (41, "As Kd Qh", "Ad Kh Jc 9s 2d", "5s 5h 8c 7d 3c", True, "rejected"),
    (42, "As Kd Jh", "Ad Kh Jc 9s 2d", "5s 5h 8c 7d 3c", False, "accepted"),
    (43, "Qs Qd 8h", "Qh Qc 9s 5d 2c", "As Js 7s 6s 3s", False, "accepted"),
    (44, "Qs Qd Th", "Qh Qc 9s 5d 2c", "As Js 7s 6s 3s", True, "rejected"),
    (45, "3s 3d 3h", "4s 4d 4h 9c 8c", "As Js 7s 6s 2s", False, "accepted"),
    (46, "4s 4d 4h", "3s 3d 3h 9c 8c", "As Js 7s 6s 2s", True, "rejected"),
    (47, "7s 6d 2h", "As Kd Qh Jc Ts", "Ad 2s 3h 4c 5d", True, "swapped"),
    (48, "7s 6d 2h", "Ad 2s 3h 4c 5d", "As Kd Qh Jc Ts", False, "accepted"),
    (49, "Js 9d 7h", "Kh 8h 6h 4h 2h", "Kd 8d 6d 4d 2d", False, "accepted"),
]
"""Number, the rows, whether they are foul, what an adjusting room does."""

SPECIAL_HANDS = [
    (50, "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad", "zhi_zun_qing_long", 108),
    (51, "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd As", "yi_tiao_long", 36),
    (52, "2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ks", None, 0),
    (53, "Js Jd Jc Qs Qd Qc Qh Ks Kd Kc Kh As Ad", "shi_er_huang_zu", 24),
    (54, "Js Jd Jc Qs Qd Qc Qh Ks Kd Kc Kh As Ts", "quan_da", 10),
    (55, "2c 3c 4c 6s 7s 8s 9s Ts 4h 5h 6h 7h 8h", "san_tong_hua_shun", 20),
    (56, "Ad 2d 3d Ts Js Qs Ks As Ac 2c 3c 4c 5c", "san_tong_hua_shun", 20),
    (57, "Qd Kd Ad Ts Js Qs Ks As Ac 2c 3c 4c 5c", "san_tong_hua_shun", 20),
    (58, "2c 3c 5c 6s 7s 8s 9s Ts 4h 5h 6h 7h 8h", "san_tong_hua", 4),
    (59, "2c 3c 4d 6s 7s 8s 9s Ts 4h 5h 6h 7h 8h", "san_shun_zi", 4),
    (60, "3s 3h 3d 3c 7s 7h 7d 7c Js Jh Jd Jc 2s", "san_tao_zha_dan", 20),
    (61, "3s 3h 3d 3c 7s 7h 7d 7c Js Jh Jd 2c 2s", "wu_dui_san_tiao", 5),
    (62, "3s 3h 3d 3c 7s 7h 7d 7c Js Jh Jd 4c 2s", None, 0),
    (63, "8d 8c 9d Ts Td Jc Qs Qd Kc Ks As Ad 9s", "quan_da", 10),
    (64, "7d 8c 9d Ts Td Jc Qs Qd Kc Ks As Ad 9s", "san_tong_hua", 4),
    (65, "2h 3d 3c 4s 5h 5d 6c 6s 7h 7d 8c 8s 2s", "quan_xiao", 10),
    (66, "2h 3d 3c 4s 5h 5d 6c 6s 7h 7d 8c As 2s", None, 0),
    (67, "2s 3c 3s 5c 7s 8c 9s Tc Js Qc Qs Kc As", "cou_yi_se", 10),
    (68, "2s 3c 3s 5c 7s 8c 9s Tc Js Qc Qs Kc Ah", None, 0),
    (69, "4s 4h 4d 4c 6s 6h 6d Ts Th Td As Ah Ad", "shuang_guai_chong_san", 6),
    (70, "4s 4h 4d 5c 6s 6h 6d Ts Th Td As Ah Ad", "si_tao_san_tiao", 6),
    (71, "4s 4h 4d 6s 6h 6d Ts Th Td Ks Kh As Ah", "san_tong_hua", 4),
    (72, "3s 3h 5d 5c 7s 7h 9d 9c Js Jh As Ah Ad", "wu_dui_san_tiao", 5),
    (73, "3s 3h 3d 3c 7s 7h 9d 9c Js Jh As Ah Ad", "wu_dui_san_tiao", 5),
    (74, "3s 3h 5d 5c 7s 7h 9d 9c Js Jh As Ah 2d", "liu_dui_ban", 4),
    (75, "3s 3h 3d 3c 7s 7h 9d 9c Js Jh As Ah 2d", "liu_dui_ban", 4),
    (76, "3s 3h 3d 5c 5s 7h 7d 9c 9s Jh Jd Kc As", None, 0),
    (77, "Ah 2s 3d 4c 5h 6s 7d 8c 7h 8s 9d Tc Jh", "san_shun_zi", 4),
    (78, "Qd Kc Ah 3s 4d 5c 6h 7s 8d 9c Th Js Qc", "san_shun_zi", 4),
    (79, "Kd Ac 2h 3s 4d 5c 6h 7s 8d 9c Th Js Qc", "yi_tiao_long", 36),
    (80, "3d 4c 5h 5s 6d 7c 8h 9s 9d Tc Jh Qs Kd", "san_shun_zi", 4),
    (81, "4d 5c 6h 5s 6d 7c 8h 9s 6s 7d 8c 9h Td", "san_shun_zi", 4),
    (82, "2s 6s 9s 3h 5h 8h Th Kh 2d 4d 8d Jd Ad", "san_tong_hua", 4),
    (83, "3s 5s 7s Ts Ks 2h 4h 5h 8h Th Qh Kh Ah", "san_tong_hua", 4),
    (84, "3s 5s 7s Ts 2h 4h 5h 8h Th Qd Kd Ad 9d", None, 0),
    (85, "9s Js Ks 2h 3h 6h 8h Th 4s 5s 6s 8s As", "san_tong_hua", 4),
]
"""Number, the cards, the special hand or None, what each opponent pays."""

# Number: settings; per seat front, middle, back, special, points; per pair a, b, rows, raw, shot by, final; home run.
SETTLEMENTS = {
    1: (  # 2 seats, no shoot
        {},
        [
            ("Jc Td 2s", "Qh Jh Th 7h 6h", "5h 5c 5d 9s 9c", None, 1),
            ("Ah 9d 8d", "Qs Qc 6c 6d 7c", "3h 3c 3d 4s 4h", None, -1),
        ],
        [
            (0, 1, (-1, 1, 1), 1, None, 1),
        ],
        None,
    ),
    2: (  # 2 seats, shoot x2
        {},
        [
            ("8s 8c Jc", "As Ac Qd 5s 4h", "7s 6h 5c 4d 3d", None, -6),
            ("Ts Td 7d", "9h 9d 3s 3h 5d", "Ks Kh Kd 6s 6c", None, 6),
        ],
        [
            (0, 1, (-1, -1, -1), -3, 1, -6),
        ],
        None,
    ),
    3: (  # 2 seats, one row ties
        {},
        [
            ("As Kd 9c", "6c 5d 4c 3h 2s", "Jc Td 9h 8d 7c", None, 0),
            ("Ac 8h 2d", "6s 5h 4h 3c 2h", "7s 7h 7d Qh Qd", None, 0),
        ],
        [
            (0, 1, (1, 0, -1), 0, None, 0),
        ],
        None,
    ),
    4: (  # 2 seats, middle full house 2
        {},
        [
            ("Ah 5h 2h", "4s 4c 4d 9h 9c", "Ts Th Tc Qs Qd", None, 2),
            ("As Ks 4h", "Kd 9d 8d 3d 2d", "Ac Jc 5c 3c 2c", None, -2),
        ],
        [
            (0, 1, (-1, 2, 1), 2, None, 2),
        ],
        None,
    ),
    5: (  # 2 seats, a bonus row that is beaten pays nothing to its owner
        {},
        [
            ("Jd 7d 5h", "8h 7s 6c 5s 4d", "Ts Th Tc Td 2d", None, 12),
            ("4s 3d 2c", "Ks Qh 8c 7h 5c", "9s 9h 9c 9d Ac", None, -12),
        ],
        [
            (0, 1, (1, 1, 4), 6, 0, 12),
        ],
        None,
    ),
    6: (  # 2 seats, special against ordinary
        {},
        [
            ("Jc Jd 3c", "Qc Jh Th 9c 8h", "Ah Ac Ad 6h 6d", "san_tong_hua", 4),
            ("2h 2c Tc", "7s 7c 8d 4c 3d", "As Kc Qh Js Td", None, -4),
        ],
        [
            (0, 1, (), 4, None, 4),
        ],
        None,
    ),
    7: (  # 2 seats, special against special
        {},
        [
            ("Kd Qc 9s", "6s 5c 4h 3d 2s", "Jh Td 9c 8h 7d", "san_shun_zi", -4),
            ("7c 4d 3c", "5h 5d Ac Jc 8d", "As Js 8s 7s 3s", "liu_dui_ban", 4),
        ],
        [
            (0, 1, (), -4, None, -4),
        ],
        None,
    ),
    8: (  # 3 seats, one shoot
        {},
        [
            ("Ac Qh 8d", "6s 6c 5c 5d 3c", "Ks Kh Kc 4s 4d", None, 5),
            ("Ah Ad Qs", "Th Td 7c 7d 8s", "Jh Jd 3s 3h 4h", None, 2),
            ("Qc 7h 6h", "5s 5h 2s 2c Kd", "9s 9c 9d Js Jc", None, -7),
        ],
        [
            (0, 1, (-1, -1, 1), -1, None, -1),
            (0, 2, (1, 1, 1), 3, 0, 6),
            (1, 2, (1, 1, -1), 1, None, 1),
        ],
        None,
    ),
    9: (  # 3 seats, one seat shoots both: still no home run
        {},
        [
            ("Qs Qh Ad", "8h 8c 3h 3d Ks", "9s 9h 9d 5s 5c", None, 12),
            ("As Jh Td", "Kh Kd 9c 7c 4h", "6s 6h 3s 3c 2s", None, -12),
            ("Qc Qd Kc", "7h 7d 4s 4c 6d", "Ts Tc 2h 2d 5d", None, 0),
        ],
        [
            (0, 1, (1, 1, 1), 3, 0, 6),
            (0, 2, (1, 1, 1), 3, 0, 6),
            (1, 2, (-1, -1, -1), -3, 2, -6),
        ],
        None,
    ),
    10: (  # the same three hands where the room lets 3 seats home-run
        {"homerun_seats": 3},
        [
            ("Qs Qh Ad", "8h 8c 3h 3d Ks", "9s 9h 9d 5s 5c", None, 24),
            ("As Jh Td", "Kh Kd 9c 7c 4h", "6s 6h 3s 3c 2s", None, -18),
            ("Qc Qd Kc", "7h 7d 4s 4c 6d", "Ts Tc 2h 2d 5d", None, -6),
        ],
        [
            (0, 1, (1, 1, 1), 3, 0, 12),
            (0, 2, (1, 1, 1), 3, 0, 12),
            (1, 2, (-1, -1, -1), -3, 2, -6),
        ],
        0,
    ),
    11: (  # 3 seats with one special
        {},
        [
            ("9s 9h Qd", "Jc Jd Kh 7s 4h", "2h 2c 2d 5h 5c", None, -5),
            ("Js Td 4d", "Qc Tc 6c 4c 3c", "Qh Jh 8h 6h 3h", "liu_dui_ban", 8),
            ("Ac Ad 9d", "Ts Th 7h 7c 4s", "Ks Kd 8c 8d 6d", None, -3),
        ],
        [
            (0, 1, (), -4, None, -4),
            (0, 2, (-1, -1, 1), -1, None, -1),
            (1, 2, (), 4, None, 4),
        ],
        None,
    ),
    12: (  # 4 seats, no shoot
        {},
        [
            ("9s 7d 4h", "Ad Kh Qd Js Ts", "5h 5c 5d 8h 8c", None, 3),
            ("7h 4s 2c", "9c 8d 7c 6c 5s", "Ks Kc Kd Qs Qc", None, 1),
            ("As Ah Jd", "6h 6d 3s 3c 4c", "Tc Td 2s 2h 9d", None, -3),
            ("Ac Qh 4d", "Jh Jc 3h 3d 2d", "Th 9h 8s 7s 6s", None, -1),
        ],
        [
            (0, 1, (1, 1, -1), 1, None, 1),
            (0, 2, (-1, 1, 1), 1, None, 1),
            (0, 3, (-1, 1, 1), 1, None, 1),
            (1, 2, (-1, 1, 1), 1, None, 1),
            (1, 3, (-1, 1, 1), 1, None, 1),
            (2, 3, (1, -1, -1), -1, None, -1),
        ],
        None,
    ),
    13: (  # 4 seats, two shoots
        {},
        [
            ("5c 4d 3d", "Ks Kc Jh Ts 7d", "8s 8h 8c As Ac", None, -1),
            ("Jd 6c 4c", "7s 7h 2s 2h Qs", "Kh Kd 9c 9d Ad", None, -4),
            ("5s 5h Qd", "6h 6d Jc Th 4h", "3s 3c 2c 2d 8d", None, -8),
            ("Qh Qc Ah", "Tc Td 9s 9h Js", "7c 6s 5d 4s 3h", None, 13),
        ],
        [
            (0, 1, (-1, -1, 1), -1, None, -1),
            (0, 2, (-1, 1, 1), 1, None, 1),
            (0, 3, (-1, -1, 1), -1, None, -1),
            (1, 2, (-1, 1, 1), 1, None, 1),
            (1, 3, (-1, -1, -1), -3, 3, -6),
            (2, 3, (-1, -1, -1), -3, 3, -6),
        ],
        None,
    ),
    14: (  # 4 seats, a tie and a shoot
        {},
        [
            ("8c 8d Td", "Js Jd Ac 6d 3s", "2s 2c 2d 7h 7c", None, 8),
            ("5c 4c 3c", "Ks Kd As 8s 7d", "Qh Th 6h 5h 4h", None, 0),
            ("5d 4d 3d", "Qc Qd Jc Tc 9c", "Ts 9s 7s 5s 4s", None, -4),
            ("9d 3h 2h", "6s 6c Ad Kc Qs", "Ah Kh Jh 9h 8h", None, -4),
        ],
        [
            (0, 1, (1, -1, 1), 1, None, 1),
            (0, 2, (1, -1, 1), 1, None, 1),
            (0, 3, (1, 1, 1), 3, 0, 6),
            (1, 2, (0, 1, 1), 2, None, 2),
            (1, 3, (-1, 1, -1), -1, None, -1),
            (2, 3, (-1, 1, -1), -1, None, -1),
        ],
        None,
    ),
    15: (  # 4 seats, home run: each pair 3 x 2 x 2 = 12
        {},
        [
            ("4c 4d 8c", "Th 9d 8d 7s 6s", "As Ah Ac 3s 3d", None, 36),
            ("6d 5c 2s", "3h 3c Jd Ts 9s", "Qh 8h 7h 6h 4h", None, -12),
            ("5h 4s 2d", "Kd Qs Td 7d 6c", "Kc Qc Jc Tc 7c", None, -14),
            ("2h 2c 8s", "9h 9c 5s 5d Qd", "Ks Kh Js Jh Ad", None, -10),
        ],
        [
            (0, 1, (1, 1, 1), 3, 0, 12),
            (0, 2, (1, 1, 1), 3, 0, 12),
            (0, 3, (1, 1, 1), 3, 0, 12),
            (1, 2, (1, 1, -1), 1, None, 1),
            (1, 3, (-1, -1, 1), -1, None, -1),
            (2, 3, (-1, -1, 1), -1, None, -1),
        ],
        0,
    ),
    16: (  # the same table, seed-literal room: only the clean sweep doubles
        {"shoot": 1},
        [
            ("4c 4d 8c", "Th 9d 8d 7s 6s", "As Ah Ac 3s 3d", None, 18),
            ("6d 5c 2s", "3h 3c Jd Ts 9s", "Qh 8h 7h 6h 4h", None, -6),
            ("5h 4s 2d", "Kd Qs Td 7d 6c", "Kc Qc Jc Tc 7c", None, -8),
            ("2h 2c 8s", "9h 9c 5s 5d Qd", "Ks Kh Js Jh Ad", None, -4),
        ],
        [
            (0, 1, (1, 1, 1), 3, 0, 6),
            (0, 2, (1, 1, 1), 3, 0, 6),
            (0, 3, (1, 1, 1), 3, 0, 6),
            (1, 2, (1, 1, -1), 1, None, 1),
            (1, 3, (-1, -1, 1), -1, None, -1),
            (2, 3, (-1, -1, 1), -1, None, -1),
        ],
        0,
    ),
    17: (  # 4 seats, home run with row bonuses
        {},
        [
            ("Js 6s 3h", "8s 8d Ad Kd Qh", "9s 9c 9d Tc Td", None, -17),
            ("Th 9h 6d", "5c 5d 2s 2d Qd", "3s 3c 3d 8h 8c", None, -19),
            ("Qs Qc Ac", "Jh Jd 7h 7d 6c", "4s 4h 4c 4d Ks", None, 72),
            ("Ts 5s 2c", "7s 7c As Kc Jc", "Ah Kh 6h 5h 2h", None, -36),
        ],
        [
            (0, 1, (1, -1, 1), 1, None, 1),
            (0, 2, (-1, -1, -4), -6, 2, -24),
            (0, 3, (1, 1, 1), 3, 0, 6),
            (1, 2, (-1, -1, -4), -6, 2, -24),
            (1, 3, (1, 1, 1), 3, 1, 6),
            (2, 3, (1, 1, 4), 6, 2, 24),
        ],
        2,
    ),
    18: (  # 4 seats, front trips (冲三) 3
        {},
        [
            ("Ah 7s 3d", "5s 5h 5c 4s 4h", "Ts Th Td 6h 6d", None, -4),
            ("Ac Ad 7h", "9s 9h 9d 6c 3s", "Js Jh Jc 4d 2c", None, -20),
            ("Tc 9c 5d", "7c 7d 3h 3c Kh", "8s 8h 8c 8d As", None, -13),
            ("2s 2h 2d", "Ks Kc Kd Jd 4c", "Qs Qh Qc Qd 6s", None, 37),
        ],
        [
            (0, 1, (-1, 2, 1), 2, None, 2),
            (0, 2, (1, 2, -4), -1, None, -1),
            (0, 3, (-3, 2, -4), -5, None, -5),
            (1, 2, (1, 1, -4), -2, None, -2),
            (1, 3, (-3, -1, -4), -8, 3, -16),
            (2, 3, (-3, -1, -4), -8, 3, -16),
        ],
        None,
    ),
    19: (  # 4 seats, quads in the middle 8, in the back 4
        {},
        [
            ("Kc 9s 7c", "6h 6d 4s 4d Ah", "Ad Jd 9d 8d 7d", None, -59),
            ("9h 8h 6c", "Ks Qs 7s 6s 2s", "3s 3h 3c 2h 2c", None, -52),
            ("Ac Kd Jc", "5s 5h 5c 5d 2d", "Ts Th Tc Td 7h", None, 156),
            ("As Kh 9c", "Js Jh 4h 4c 3d", "Qh Qc Qd 8s 8c", None, -45),
        ],
        [
            (0, 1, (1, -1, -1), -1, None, -1),
            (0, 2, (-1, -8, -4), -13, 2, -52),
            (0, 3, (-1, -1, -1), -3, 3, -6),
            (1, 2, (-1, -8, -4), -13, 2, -52),
            (1, 3, (-1, 1, -1), -1, None, -1),
            (2, 3, (1, 8, 4), 13, 2, 52),
        ],
        2,
    ),
    20: (  # 4 seats, straight flush in the middle 10, in the back 5
        {},
        [
            ("Ac 6c 2d", "8s 7s 6s 5s 4s", "Kh Qh Jh Th 9h", None, 60),
            ("Ah Qs Jc", "8c 8d 7c 7d 5c", "9s 9d 2h 2c 3s", None, -21),
            ("5h 5d Js", "Ad Ks Qd Jd Ts", "Kc Qc Tc 9c 3c", None, -7),
            ("As 4c 2s", "8h 7h 6h 4h 3h", "Kd Td 6d 4d 3d", None, -32),
        ],
        [
            (0, 1, (-1, 10, 5), 14, None, 14),
            (0, 2, (-1, 10, 5), 14, None, 14),
            (0, 3, (1, 10, 5), 16, 0, 32),
            (1, 2, (-1, -1, -1), -3, 2, -6),
            (1, 3, (1, -1, -1), -1, None, -1),
            (2, 3, (1, -1, 1), 1, None, 1),
        ],
        None,
    ),
    21: (  # 4 seats with one special
        {},
        [
            ("9h 9c 5h", "Ah Ad Kh Ts 4s", "Ac Jc 8c 3c 2c", None, -6),
            ("Qh Qd Tc", "5s 5c 5d 7s 4d", "Jh 8h 6h 3h 2h", None, -2),
            ("Ks Kc Td", "7c 7d 6c 6d 9s", "Qs Qc 2s 2d 4c", None, -4),
            ("Th 7h 4h", "Kd Jd 9d 8d 3d", "As Js 8s 6s 3s", "san_tong_hua", 12),
        ],
        [
            (0, 1, (-1, -1, 1), -1, None, -1),
            (0, 2, (-1, -1, 1), -1, None, -1),
            (0, 3, (), -4, None, -4),
            (1, 2, (-1, 1, 1), 1, None, 1),
            (1, 3, (), -4, None, -4),
            (2, 3, (), -4, None, -4),
        ],
        None,
    ),
    22: (  # 4 seats, two specials
        {},
        [
            ("As Ac 4d", "8s 8d 7s 7c 3s", "Js Jc 5h 5d 3c", "liu_dui_ban", 12),
            ("Ks Kc 6c", "Qh Qd 5s 5c 3d", "Ts 9h 8c 7h 6h", None, -7),
            ("9c 9d Qc", "4s 4c 2h 2c 7d", "Ah Kd Qs Jh Tc", None, -9),
            ("9s 6s 2s", "Kh Th 8h 4h 3h", "Ad Jd Td 6d 2d", "san_tong_hua", 4),
        ],
        [
            (0, 1, (), 4, None, 4),
            (0, 2, (), 4, None, 4),
            (0, 3, (), 4, None, 4),
            (1, 2, (1, 1, -1), 1, None, 1),
            (1, 3, (), -4, None, -4),
            (2, 3, (), -4, None, -4),
        ],
        None,
    ),
    23: (  # 4 seats, supreme dragon
        {},
        [
            ("8s 8c Th", "Ks Kc Jc 9c 2h", "As Ah 6h 5s 3s", None, -111),
            ("Ad Kd Qd", "6d 5d 4d 3d 2d", "Jd Td 9d 8d 7d", "zhi_zun_qing_long", 324),
            ("Qc 7c 2c", "9h 8h 5h 4h 3h", "Qs Js 9s 6s 2s", "san_tong_hua", -100),
            ("Ts 4s 3c", "7s 7h Kh Qh Jh", "Ac Tc 6c 5c 4c", None, -113),
        ],
        [
            (0, 1, (), -108, None, -108),
            (0, 2, (), -4, None, -4),
            (0, 3, (1, 1, -1), 1, None, 1),
            (1, 2, (), 108, None, 108),
            (1, 3, (), 108, None, 108),
            (2, 3, (), 4, None, 4),
        ],
        None,
    ),
    24: (  # 4 seats with coins: fee, floor at 0, shared pool
        {},
        [
            ("8d 6c 2d", "Kh Kd Ac Qc Jh", "Qs 8s 5s 4s 3s", None, -13),
            ("5c 4h 3d", "Js Jd Ts Tc 8c", "Ah 9h 7h 6h 5h", None, -6),
            ("Jc 9s 3h", "7s 6d 5d 4c 3c", "2s 2h 2c As Ad", None, 11),
            ("Ks Kc Qh", "Th 9c 8h 7c 6s", "Qd Td 9d 7d 4d", None, 8),
        ],
        [
            (0, 1, (1, -1, -1), -1, None, -1),
            (0, 2, (-1, -1, -1), -3, 2, -6),
            (0, 3, (-1, -1, -1), -3, 3, -6),
            (1, 2, (-1, -1, -1), -3, 2, -6),
            (1, 3, (-1, -1, 1), -1, None, -1),
            (2, 3, (-1, -1, 1), -1, None, -1),
        ],
        None,
    ),
    25: (  # home run with a poor loser
        {},
        [
            ("Th 8d 7h", "2s 2c Ah Kc Qc", "6s 6h 6d 3c 3d", None, -12),
            ("6c 5c 2h", "4h 4c 4d Kd Td", "9s 9c 9d Jh Jd", None, -10),
            ("7d 5h 2d", "8h 8c 3s 3h Jc", "As Ac Ts Tc Kh", None, -14),
            ("Ad 9h 5d", "Ks Js 8s 5s 4s", "Qs Qh Qd 7s 7c", None, 36),
        ],
        [
            (0, 1, (1, -1, -1), -1, None, -1),
            (0, 2, (1, -1, 1), 1, None, 1),
            (0, 3, (-1, -1, -1), -3, 3, -12),
            (1, 2, (-1, 1, 1), 1, None, 1),
            (1, 3, (-1, -1, -1), -3, 3, -12),
            (2, 3, (-1, -1, -1), -3, 3, -12),
        ],
        3,
    ),
    26: (  # penalty room, 3 seats: seat 0 is foul
        {"foul_mode": "penalty"},
        [
            ("As Ah 9d", "Ts Td 8h 5c 4s", "3s 3d 7h 6c 2s", None, -12),
            ("Kh Qs 3h", "Ks Kd 8s 5d 2c", "Jd Jh 9s 9c 4h", None, 7),
            ("Qh 7c 4d", "8d 8c 6s 6h Ac", "Js Jc 5s 5h 2d", None, 5),
        ],
        [
            (0, 1, (-1, -1, -1), -3, 1, -6),
            (0, 2, (-1, -1, -1), -3, 2, -6),
            (1, 2, (1, -1, 1), 1, None, 1),
        ],
        None,
    ),
    27: (  # default room: middle and back the wrong way round, swapped by the server before comparing
        {},
        [
            ("5s 5h 7h", "Js Jh Jd 4s 4c", "Ac Ad Qd 6s 2d", None, -1),
            ("Ks Kd As", "3h 3c 3d Td 8h", "9h 9c 9d 6h 6d", None, 1),
        ],
        [
            (0, 1, (-1, -1, 1), -1, None, -1),
        ],
        None,
    ),
    28: (  # a six-and-a-half-pairs hand declared: 4
        {},
        [
            ("As Ah 9d", "Kc Kd 3s 3h 2s", "6s 6h 6c 6d 9c", "liu_dui_ban", 4),
            ("Ac Ks Qc", "3c 3d Js 8s 4d", "Jh 9h 7h 5h 4h", None, -4),
        ],
        [
            (0, 1, (), 4, None, 4),
        ],
        None,
    ),
    29: (  # the same hand with the special declined and played as rows
        {},
        [
            ("As Ah 9d", "Kc Kd 3s 3h 2s", "6s 6h 6c 6d 9c", None, 12),
            ("Ac Ks Qc", "3c 3d Js 8s 4d", "Jh 9h 7h 5h 4h", None, -12),
        ],
        [
            (0, 1, (1, 1, 4), 6, 0, 12),
        ],
        None,
    ),
}
COINS = {
    24: (5, 3, [200, 25, 60, 9], [3, 0, 3, 3], [-65, -25, 52, 38], [132, 0, 109, 44]),
    25: (10, 5, [30, 500, 500, 40], [0, 5, 5, 5], [-30, -100, -140, 270], [0, 395, 355, 305]),
}
"""Number: base, fee, coins before, fees paid, changes without the fee, coins after."""
# fmt: on
