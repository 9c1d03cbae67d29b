/** Makes `.mokuro` files, as the OCR program of this name writes them. */

interface MokuroBlock {
  box: unknown
  vertical: unknown
  font_size?: unknown
  lines_coords?: unknown
  lines: unknown
}

export interface MokuroPage {
  img_path: unknown
  img_width?: unknown
  img_height?: unknown
  blocks: unknown
}

/** A rectangle as four corners, clockwise. */
const corners = (left: number, top: number, right: number, bottom: number) => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

/** A speech balloon of two columns at the top right of a page of 1000 by 1500 pixels. */
export const makeBalloon = (first: string, second: string): MokuroBlock => ({
  box: [700, 150, 800, 450],
  vertical: true,
  font_size: 40,
  lines_coords: [corners(750, 150, 800, 450), corners(700, 150, 750, 300)],
  lines: [first, second],
})

export const makeMokuroPage = (name: string, ...blocks: MokuroBlock[]): MokuroPage => ({
  img_path: name,
  img_width: 1000,
  img_height: 1500,
  blocks,
})

export const makeMokuro = (pages: unknown) =>
  JSON.stringify({
    version: '0.2.2',
    title: 'Title',
    title_uuid: '2b8a6a6e-2f4b-4f7e-8d5c-1f8a5b1f3a10',
    volume: 'Volume',
    volume_uuid: '6d3a0a34-5ad4-4a0e-9a36-1c9a2f6f7a55',
    pages,
    chars: 0,
  })
