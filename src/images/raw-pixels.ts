/** Pixels as a PDF renderer gives them, four bytes each. */
export interface RawPixels {
  data: Uint8Array
  width: number
  height: number
}
