/**
 * When this tab last saved progress. The server may have built a page that was requested around
 * that time before it received the progress.
 */
import { fromStorage } from '../browser/storage'

const key = 'quire_progress_at'
/** Maximum time that a request is assumed to be on its way. */
const sendMs = 10_000

export const noteRecentProgress = () =>
  fromStorage(() => sessionStorage.setItem(key, String(Date.now())))

/** Whether the data in the page may be older than the progress. */
export const isPageBeforeProgress = () =>
  fromStorage(() => Number(sessionStorage.getItem(key)) > performance.timeOrigin - sendMs) ?? false
