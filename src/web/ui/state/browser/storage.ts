/** Local storage. Private windows may have none, or a full one. */

/** undefined if storage is blocked. */
export function fromStorage<Value>(act: (storage: Storage) => Value): Value | undefined {
  try {
    return act(localStorage)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  }
}
