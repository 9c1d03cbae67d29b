/** Space for saved books in this browser. */

export interface Space {
  /** In bytes, including everything that Quire stores in this browser. */
  used: number
  available: number
  /** Whether the browser keeps the data even if the disk is nearly full. */
  isPersistent: boolean
}

/** Returns undefined if the browser does not report its storage. */
export async function readSpace(): Promise<Space | undefined> {
  if (!('storage' in navigator)) return undefined
  const { storage } = navigator
  const { quota, usage = 0 } = await storage.estimate()
  if (quota === undefined) return undefined
  const isPersistent = await storage.persisted()
  return { used: usage, available: Math.max(0, quota - usage), isPersistent }
}

/** Requests persistent storage. The browser may refuse it; the books are saved either way. */
export const askToPersist = async () => {
  if ('storage' in navigator) await navigator.storage.persist().catch(() => false)
}
