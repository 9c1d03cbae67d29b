import { optional, text } from '../shapes'

/** Query of image URLs. Clients change `v` when the image may have changed. */
export const ImageVersionQuery = {
  v: optional(text(200, { description: 'Ignored. Distinguishes versions in client caches.' })),
}
