# Shared by the scripts: the project's folder, system packages, the virtual environment. Sourced, never run.
# Exit status 3: a system package is missing and only root may install it.

cd "$(dirname "$0")/.." || exit 1
ROOT=$(pwd)

say() { printf '%s\n' "$*"; }

# need_packages PACKAGE…: install Debian packages that are not there, or print the line that does it.
need_packages() {
    missing=""
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing$missing …"
        # shellcheck disable=SC2086
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } \
            >/dev/null || { say "apt-get could not install$missing." >&2; exit 3; }
    else
        say "Missing system packages. Run:  sudo apt-get install --no-install-recommends$missing" >&2
        exit 3
    fi
}

# find_python: set PYTHON to a Python of at least 3.11 whose venv module works.
find_python() {
    for PYTHON in "${PYTHON:-python3}" python3.13 python3.12 python3.11; do
        "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null && return 0
    done
    need_packages python3 python3-venv
    PYTHON=python3
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { say "Python 3.11 or newer is needed." >&2; exit 3; }
}

# make_venv base|dev: .venv with the pinned requirements; nothing is done while their hash is the one installed last.
# The file dev.txt holds everything of base.txt too; peers.txt is for dev alone.
make_venv() {
    stamp=".venv/requirements.sha256"
    wanted=$(sha256sum "requirements/$1.txt")
    peers=$(sha256sum requirements/peers.txt)
    if [ -x .venv/bin/python ] && grep -qsxF "$wanted" "$stamp"; then
        [ "$1" != dev ] && return 0
        grep -qsxF "$peers" "$stamp" && return 0
    fi
    if [ ! -x .venv/bin/python ]; then
        find_python
        say "Creating the virtual environment in .venv …"
        "$PYTHON" -m venv .venv || exit 1
    fi
    say "Installing the pinned requirements ($1); the first time takes a minute …"
    .venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r "requirements/$1.txt" || {
        say "pip could not install requirements/$1.txt; what went wrong stands above." >&2
        exit 1
    }
    if [ "$1" = dev ]; then
        .venv/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes \
            -r requirements/peers.txt || { say "pip could not install requirements/peers.txt." >&2; exit 1; }
        sha256sum requirements/base.txt requirements/dev.txt requirements/peers.txt >"$stamp"
    else
        printf '%s\n' "$wanted" >"$stamp"
    fi
}
