/** This browser's push notification subscription. */
import { api, readResponse } from '../../api/client'
import { hasServiceWorker, registerServiceWorker } from './service-worker'

interface Subscription {
  address: string
  token: string
}

/** False over an insecure connection or in a private window, where browsers do not allow push. */
export const canSubscribe = () => hasServiceWorker() && 'PushManager' in window

/** Returns null if the user does not allow notifications. */
export async function subscribeBrowser(): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { publicKey } = await readResponse(api.GET('/api/v1/user/push-key'))
  // Registration may have been blocked when the page was loaded.
  await registerServiceWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  // Removes a subscription that was made for a different server at this address, or for a user who
  // has signed out.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  return { address: subscription.endpoint, token: `${p256dh}.${auth}` }
}

/** Called on sign-out, because the next user of this browser must not get these notifications. */
export async function unsubscribeBrowser() {
  if (!canSubscribe()) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Suggests a default name such as "Firefox, Linux". */
export function describeBrowser(): string {
  const { userAgent } = navigator
  const browsers = {
    Edge: /Edg/,
    Opera: /OPR/,
    Firefox: /Firefox/,
    Chrome: /Chrome/,
    Safari: /Safari/,
  }
  const systems = {
    Android: /Android/,
    iOS: /iPhone|iPad/,
    Windows: /Windows/,
    macOS: /Mac/,
    Linux: /Linux/,
  }
  const find = (names: Record<string, RegExp>) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [find(browsers), find(systems)].filter(Boolean).join(', ')
}
