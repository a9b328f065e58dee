/** A notice that sends its reader to another page is read there: it waits in this window's own storage. */

const KEY = "parting-word";

/** @param {{code: string, text: string, facts: any}} notice */
export function keepWord(notice) {
  sessionStorage.setItem(KEY, JSON.stringify(notice));
}

/** The notice that led here, once. @returns {{code: string, text: string, facts: any} | null} */
export function takeWord() {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept ? JSON.parse(kept) : null;
}
