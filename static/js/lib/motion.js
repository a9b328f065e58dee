/** Whether the reader has asked for pages that keep still. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
