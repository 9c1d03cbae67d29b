/** A browser notification, as the server sends it to the service worker. */
export interface PushMessage {
  title: string
  body: string
  /** Path of the page to open when the notification is clicked, relative to the base path. */
  path: string
}
