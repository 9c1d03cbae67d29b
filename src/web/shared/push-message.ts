/** A notification in a browser, as the server sends it to the service worker. */
export interface PushMessage {
  title: string
  body: string
  /** Path of the page that a click opens, relative to the base path. */
  path: string
}
