/** What this browser keeps for us. Private windows may have no storage, or a full one. */

/** undefined where the browser refuses. */
export function fromStorage<Value>(act: (storage: Storage) => Value): Value | undefined {
  try {
    return act(localStorage)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  }
}
