/** Local storage. In private windows, it may be missing or full. */

/** Calls `act` with local storage. Returns undefined if storage is blocked or full. */
export function fromStorage<Value>(act: (storage: Storage) => Value): Value | undefined {
  try {
    return act(localStorage)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  }
}
