/** Pixels as a PDF renderer gives them, four bytes each, or as sharp does. */
export interface RawPixels {
  data: Uint8Array
  width: number
  height: number
  /** Bytes of a pixel; 4 without it. */
  channels?: 1 | 2 | 3 | 4
}
