/** Space for saved books in this browser. */

export interface Space {
  /** In bytes, with everything that Quire keeps here. */
  used: number
  available: number
  /** The browser does not delete it by itself when the disk is nearly full. */
  isPersistent: boolean
}

/** undefined if the browser does not tell. */
export async function readSpace(): Promise<Space | undefined> {
  if (!('storage' in navigator)) return undefined
  const { storage } = navigator
  const { quota, usage = 0 } = await storage.estimate()
  if (quota === undefined) return undefined
  const isPersistent = await storage.persisted()
  return { used: usage, available: Math.max(0, quota - usage), isPersistent }
}

/** A browser may ask its user, or refuse; the books are saved either way. */
export const askToPersist = async () => {
  if ('storage' in navigator) await navigator.storage.persist().catch(() => false)
}
