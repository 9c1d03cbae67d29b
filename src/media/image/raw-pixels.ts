/** Raw pixels from a PDF renderer (four bytes each) or from sharp. */
export interface RawPixels {
  data: Uint8Array
  width: number
  height: number
  /** Bytes per pixel; default 4. */
  channels?: 1 | 2 | 3 | 4
}
