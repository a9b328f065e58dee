/**
 * Short sounds made on the spot: no files, a table of recipes for the Web Audio API.
 *
 * Browsers stay silent until the reader touches the page. Until then every sound is dropped, and the first touch plays
 * none of them: a sound tells what happens now or nothing.
 */

import { signal } from "@preact/signals";

/** @typedef {"deal" | "play" | "pass" | "alarm" | "turn" | "bomb" | "rocket" | "shot" | "win" | "lose" | "coins" | "wrong" | "message" | "tile" | "discard" | "pung" | "kong"} SoundName */
/**
 * One tone of a recipe: wave ("noise" is a hiss, its pitch that of a band-pass), pitch at its start and end (Hz), start
 * and length (ms), loudness (0 to 1).
 * @typedef {["sine" | "triangle" | "square" | "sawtooth" | "noise", number, number, number, number, number]} Tone
 */

/** @type {Record<SoundName, Tone[]>} */
export const RECIPES = {
  deal: [["noise", 5200, 2600, 0, 45, 0.22]],
  play: [
    ["noise", 2600, 900, 0, 60, 0.4],
    ["triangle", 240, 130, 0, 80, 0.35],
  ],
  pass: [["sine", 340, 250, 0, 110, 0.22]],
  alarm: [
    ["square", 880, 880, 0, 70, 0.16],
    ["square", 880, 880, 130, 70, 0.16],
  ],
  turn: [
    ["sine", 660, 660, 0, 110, 0.3],
    ["sine", 990, 990, 110, 200, 0.3],
  ],
  bomb: [
    ["noise", 1400, 80, 0, 520, 0.9],
    ["sine", 140, 38, 0, 480, 0.8],
  ],
  shot: [
    ["noise", 3200, 300, 0, 150, 0.8],
    ["noise", 3000, 280, 190, 150, 0.8],
    ["noise", 2800, 240, 380, 220, 0.9],
    ["sine", 160, 45, 380, 240, 0.6],
  ],
  rocket: [
    ["sawtooth", 220, 1500, 0, 420, 0.16],
    ["noise", 700, 5200, 0, 460, 0.4],
    ["noise", 2400, 300, 460, 520, 0.7],
  ],
  win: [
    ["triangle", 523, 523, 0, 130, 0.32],
    ["triangle", 659, 659, 130, 130, 0.32],
    ["triangle", 784, 784, 260, 130, 0.32],
    ["triangle", 1047, 1047, 390, 340, 0.36],
  ],
  lose: [
    ["triangle", 440, 440, 0, 170, 0.28],
    ["triangle", 349, 349, 170, 170, 0.28],
    ["triangle", 294, 280, 340, 380, 0.28],
  ],
  coins: [
    ["triangle", 2100, 2100, 260, 60, 0.12],
    ["triangle", 2640, 2640, 330, 60, 0.12],
    ["triangle", 2350, 2350, 420, 60, 0.1],
    ["triangle", 2960, 2960, 490, 140, 0.12],
  ],
  wrong: [["square", 170, 120, 0, 160, 0.14]],
  message: [
    ["sine", 880, 880, 0, 70, 0.22],
    ["sine", 1175, 1175, 80, 130, 0.22],
  ],
  tile: [["triangle", 1750, 1200, 0, 40, 0.2]],
  discard: [
    ["noise", 4200, 1500, 0, 45, 0.45],
    ["triangle", 980, 520, 0, 70, 0.4],
  ],
  pung: [
    ["noise", 4200, 1500, 0, 45, 0.5],
    ["triangle", 980, 520, 0, 60, 0.4],
    ["noise", 3800, 1300, 90, 60, 0.6],
    ["triangle", 760, 380, 90, 90, 0.45],
  ],
  kong: [
    ["noise", 4200, 1500, 0, 45, 0.5],
    ["noise", 4000, 1400, 80, 45, 0.55],
    ["noise", 3600, 1000, 170, 90, 0.7],
    ["triangle", 640, 260, 170, 160, 0.5],
  ],
};

const KEY = "sound";
/** The same sound twice within this time (ms) is heard once. */
const TWICE = 50;
/** How fast a tone swells (s): faster ones click. */
const SWELL = 0.006;
const TOUCHES = ["pointerup", "keydown", "click"];

export class Sound {
  /**
   * @param {{storage?: Storage, make?: () => AudioContext, now?: () => number}} [browser] stands in for the browser's
   *   own in tests
   */
  constructor({ storage, make, now } = {}) {
    this.storage = storage;
    this.make = make ?? (() => new AudioContext());
    this.now = now ?? (() => performance.now());
    /** @type {AudioContext | null} */
    this.context = null;
    /** Whether the browser still keeps us silent. */
    this.locked = signal(true);
    const kept = this.read();
    /** 0 to 1. */
    this.volume = signal(kept.volume);
    this.muted = signal(kept.muted);
    /** @type {AudioBuffer | undefined} */
    this.noise = undefined;
    /** @type {EventTarget | undefined} */
    this.page = undefined;
    /** When each sound was heard last. @type {Map<SoundName, number>} */
    this.heard = new Map();
    this.touched = () => this.unlock();
  }

  /** Waits for the reader's first touch. @param {EventTarget} [page] */
  listen(page = document) {
    for (const touch of TOUCHES) page.addEventListener(touch, this.touched, { capture: true });
    this.page = page;
  }

  /** The page was touched: sounds may be made from now on. */
  async unlock() {
    try {
      this.context ??= this.make();
      await this.context.resume();
    } catch {
      return; // no sound device, or not this kind of touch: the next one tries again
    }
    if (this.context.state !== "running") return;
    this.locked.value = false;
    for (const touch of TOUCHES) this.page?.removeEventListener(touch, this.touched, { capture: true });
  }

  /** Whether anything would be heard. */
  get audible() {
    return !this.locked.value && !this.muted.value && this.volume.value > 0;
  }

  /** Makes a sound, or none where none can be heard now. @param {SoundName} name */
  play(name) {
    const { context } = this;
    if (!context || !this.audible || context.state !== "running") return;
    const now = this.now();
    if (now - (this.heard.get(name) ?? Number.NEGATIVE_INFINITY) < TWICE) return;
    this.heard.set(name, now);
    for (const tone of RECIPES[name]) this.tone(context, tone);
  }

  /** @param {AudioContext} context @param {Tone} tone */
  tone(context, [wave, from, to, at, length, loudness]) {
    const start = context.currentTime + at / 1000;
    const end = start + length / 1000;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness * this.volume.value, start + SWELL);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(context.destination);
    const source =
      wave === "noise" ? this.hiss(context, from, to, start, end, gain) : context.createOscillator();
    if (wave !== "noise") {
      const voice = /** @type {OscillatorNode} */ (source);
      voice.type = wave;
      voice.frequency.setValueAtTime(from, start);
      voice.frequency.exponentialRampToValueAtTime(to, end);
      voice.connect(gain);
    }
    source.start(start);
    source.stop(end);
  }

  /**
   * @param {AudioContext} context @param {number} from @param {number} to @param {number} start @param {number} end
   * @param {GainNode} gain
   */
  hiss(context, from, to, start, end, gain) {
    this.noise ??= whiteNoise(context);
    const source = context.createBufferSource();
    source.buffer = this.noise;
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.setValueAtTime(from, start);
    band.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(band).connect(gain);
    return source;
  }

  /** @param {number} volume 0 to 1 */
  setVolume(volume) {
    this.volume.value = Math.min(1, Math.max(0, volume));
    this.muted.value = this.volume.value === 0;
    this.keep();
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.muted.value = muted;
    if (!muted && this.volume.value === 0) this.volume.value = 0.5;
    this.keep();
  }

  keep() {
    try {
      (this.storage ?? localStorage).setItem(
        KEY,
        JSON.stringify({ volume: this.volume.value, muted: this.muted.value }),
      );
    } catch {
      // a browser that keeps nothing, by its owner's wish
    }
  }

  /** @returns {{volume: number, muted: boolean}} */
  read() {
    try {
      const { volume, muted } = JSON.parse((this.storage ?? localStorage).getItem(KEY) ?? "");
      if (volume >= 0 && volume <= 1) return { volume, muted: muted === true };
    } catch {
      // never kept, or not readable: as at first
    }
    return { volume: 0.6, muted: false };
  }
}

/** A second of it, to be played from. @param {AudioContext} context */
function whiteNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}
