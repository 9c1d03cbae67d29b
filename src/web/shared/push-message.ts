/** A notification in a browser, as the server sends it to the service worker. */
export interface PushMessage {
  title: string
  body: string
  /** Of the page that a click opens, from the base path. */
  path: string
}
