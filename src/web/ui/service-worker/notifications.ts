/** Shows notifications, and opens their pages when they are clicked. */
import type { PushMessage } from '../../shared/push-message'
import { scopeUrl, worker } from './worker-scope'

function readMessage(data: PushMessageData | null): PushMessage {
  try {
    const { title, body, path } = data!.json() as PushMessage
    return { title: String(title), body: String(body), path: String(path) }
  } catch {
    return { title: 'Quire', body: '', path: '/' }
  }
}

const icon = new URL('icons/icon-192.png', scopeUrl).href

/** Each message must show a notification: otherwise, the browser ends the subscription. */
export function showMessage(data: PushMessageData | null): Promise<void> {
  const { title, body, path } = readMessage(data)
  return worker.registration.showNotification(title, { body, icon, data: { path } })
}

/** Excludes windows with an open book, because a notification must not close the reader. */
const isFree = ({ url }: WindowClient) =>
  url.startsWith(scopeUrl) && !url.startsWith(`${scopeUrl}read/`)

export async function openPage({ data }: Notification): Promise<void> {
  const { path = '/' } = (data as Partial<PushMessage> | null) ?? {}
  const url = new URL(`.${path.startsWith('/') ? path : '/'}`, scopeUrl)
  if (!url.href.startsWith(scopeUrl)) return
  const pages = await worker.clients.matchAll({ type: 'window' })
  const page = pages.find(isFree)
  if (!page) {
    await worker.clients.openWindow(url.href)
    return
  }
  await page.focus()
  await page.navigate(url.href)
}
