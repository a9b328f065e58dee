/** The five expressions of a face, and the short motion of each. */

import { isStill } from "@app/lib/motion";

/** @typedef {"calm" | "happy" | "angry" | "sad" | "proud"} Mood */

/** @type {Record<string, Keyframe[]>} */
const MOTIONS = {
  happy: [
    { transform: "none" },
    { transform: "translateY(-9%)" },
    { transform: "none" },
    { transform: "translateY(-5%)" },
    { transform: "none" },
  ],
  angry: [
    { transform: "none" },
    { transform: "translateX(-5%) rotate(-3deg)" },
    { transform: "translateX(5%) rotate(3deg)" },
    { transform: "translateX(-4%) rotate(-2deg)" },
    { transform: "none" },
  ],
  sad: [{ transform: "none" }, { transform: "translateY(4%) rotate(-4deg)" }, { transform: "none" }],
  proud: [
    { transform: "none" },
    { transform: "scale(1.1) rotate(3deg)" },
    { transform: "scale(1.06) rotate(-2deg)" },
    { transform: "none" },
  ],
  calm: [{ transform: "none" }, { transform: "scale(1.03, 0.98)" }, { transform: "none" }],
};
const LENGTH = 620;

/** Move a face as its mood does; not at all for who wants no motion. @param {Element} face @param {string} mood */
export function play(face, mood) {
  const motion = MOTIONS[mood];
  if (motion && !isStill()) face.animate(motion, { duration: LENGTH, easing: "ease-in-out" });
}

/** Where the picture of a face is. @param {string} code @param {string} [mood] */
export const addressOf = (code, mood) => (mood ? `/avatars/${code}/${mood}.svg` : `/avatars/${code}.svg`);
