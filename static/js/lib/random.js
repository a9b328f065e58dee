/**
 * So many random bytes as hex. `crypto.randomUUID` is not there on a page served without TLS, as in a home network;
 * this is.
 * @param {number} bytes
 */
export function randomHex(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
