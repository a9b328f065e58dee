import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { RECIPES, Sound } from "@app/lib/sound";

/** Counts what is started; everything a tone touches answers to everything. */
class FakeContext {
  constructor() {
    this.state = "suspended";
    this.currentTime = 0;
    this.sampleRate = 10;
    this.destination = {};
    this.started = 0;
  }
  async resume() {
    this.state = "running";
  }
  node() {
    const value = () => ({
      setValueAtTime() {},
      linearRampToValueAtTime() {},
      exponentialRampToValueAtTime(/** @type {number} */ to) {
        assert.ok(to > 0, "an exponential ramp cannot reach zero");
      },
    });
    const node = {
      gain: value(),
      frequency: value(),
      connect: (/** @type {any} */ next) => next,
      start: () => {
        this.started += 1;
      },
      stop() {},
    };
    return node;
  }
  createGain() {
    return this.node();
  }
  createOscillator() {
    return this.node();
  }
  createBufferSource() {
    return this.node();
  }
  createBiquadFilter() {
    return this.node();
  }
  createBuffer() {
    return { getChannelData: () => new Float32Array(10) };
  }
}

/** @type {FakeContext} */
let context;
/** @type {Map<string, string>} */
let kept;
let time = 0;

const make = () => {
  const storage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  });
  return new Sound({ storage, make: () => /** @type {any} */ (context), now: () => time });
};

beforeEach(() => {
  context = new FakeContext();
  kept = new Map();
  time = 1_000;
});

test("before the first touch nothing sounds, and the touch plays nothing old", async () => {
  const sound = make();
  const page = new EventTarget();
  sound.listen(page);
  sound.play("turn");
  assert.equal(sound.locked.value, true);
  page.dispatchEvent(new Event("pointerup"));
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(sound.locked.value, false);
  assert.equal(context.started, 0);
  sound.play("turn");
  assert.equal(context.started, RECIPES.turn.length);
});

test("every recipe makes all of its tones", async () => {
  const sound = make();
  await sound.unlock();
  for (const [name, tones] of Object.entries(RECIPES)) {
    context.started = 0;
    sound.play(/** @type {any} */ (name));
    assert.equal(context.started, tones.length, name);
  }
});

test("a touch that the browser does not count leaves the sound locked, and the next one tries again", async () => {
  const sound = make();
  context.resume = async () => {};
  await sound.unlock();
  assert.equal(sound.locked.value, true);
  sound.play("turn");
  context.resume = FakeContext.prototype.resume;
  await sound.unlock();
  assert.equal(sound.locked.value, false);
  assert.equal(context.started, 0);
});

test("one sound asked for twice at once is heard once", async () => {
  const sound = make();
  await sound.unlock();
  sound.play("deal");
  sound.play("deal");
  assert.equal(context.started, 1);
  time += 100;
  sound.play("deal");
  assert.equal(context.started, 2);
});

test("muted and volume are kept, and nothing sounds while muted", async () => {
  const sound = make();
  await sound.unlock();
  sound.setVolume(0.3);
  sound.mute(true);
  sound.play("bomb");
  assert.equal(context.started, 0);
  const next = make();
  assert.deepEqual([next.volume.value, next.muted.value], [0.3, true]);
  next.mute(false);
  assert.deepEqual([make().volume.value, make().muted.value], [0.3, false]);
});

test("what is kept in a form nobody knows is as if nothing were kept", () => {
  for (const text of ["", "{}", '{"volume":7,"muted":false}', "null"]) {
    kept.set("sound", text);
    const sound = make();
    assert.deepEqual([sound.volume.value, sound.muted.value], [0.6, false]);
  }
});
