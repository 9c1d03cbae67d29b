/** Raw pixels from a PDF renderer (four bytes each) or from sharp. */
export interface RawPixels {
  data: Uint8Array
  width: number
  height: number
  /** Number of bytes per pixel, 4 by default. */
  channels?: 1 | 2 | 3 | 4
}
