/** Draws covers and pages as SVG scenes, cut into panels. */
import { lettering } from './lettering'
import { type Palette, scene, type SceneName } from './scenes'

/** Visual style of a series. */
export interface Look {
  scene: SceneName
  palette: Palette
  seed: number
}

export interface Picture {
  svg: string
  width: number
  height: number
}

const pageSize = { width: 640, height: 960 }
const stripSize = { width: 640, height: 2400 }

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

export function cover(
  look: Look,
  { title, line, number }: { title: string; line: string; number: number },
): Picture {
  const { width, height } = pageSize
  const [, , light, , ink] = look.palette
  const art = placed(look, look.seed * 1000 + number, { x: 0, y: 0, width, height })
  const heading = lettering(title, { x: 64, y: 78, width: 512, size: 7, fill: light })
  const band = `<rect x="40" y="48" width="560" height="${heading.height + 60}" fill="${ink}" opacity="0.82"/>`
  const foot = `<rect y="884" width="640" height="76" fill="${ink}" opacity="0.82"/>`
  const by = lettering(line, { x: 40, y: 908, width: 560, size: 4, fill: light })
  return svg(pageSize, art + band + heading.svg + foot + by.svg)
}

/** Rows of panels: the relative height of each row, and the positions of its cuts. */
const layouts: readonly (readonly { share: number; cuts: readonly number[] }[])[] = [
  [{ share: 1, cuts: [] }],
  [
    { share: 0.45, cuts: [] },
    { share: 0.55, cuts: [0.42] },
  ],
  [
    { share: 0.32, cuts: [0.6] },
    { share: 0.36, cuts: [] },
    { share: 0.32, cuts: [0.35] },
  ],
  [
    { share: 0.6, cuts: [0.5] },
    { share: 0.4, cuts: [0.33, 0.67] },
  ],
]

/** Draws a page of panels. Page numbers start at 1. */
export function comicPage(look: Look, book: number, page: number): Picture {
  const [margin, gap] = [32, 12]
  const inner = { width: pageSize.width - 2 * margin, height: pageSize.height - 2 * margin - 24 }
  const layout = layouts[(look.seed + book + page) % layouts.length] ?? []
  const panels: string[] = []
  let y = margin
  for (const { share, cuts } of layout) {
    const edges = [0, ...cuts, 1]
    const height = inner.height * share - gap
    for (const [i, left] of edges.slice(0, -1).entries()) {
      const right = edges[i + 1] ?? 1
      const x = margin + left * inner.width
      const width = (right - left) * inner.width - (right === 1 ? 0 : gap)
      const seed = look.seed * 1000 + book * 100 + page * 8 + panels.length
      panels.push(placed(look, seed, { x, y, width, height }) + outline({ x, y, width, height }))
    }
    y += inner.height * share
  }
  const number = lettering(String(page), { x: 280, y: 926, width: 80, size: 2.5, fill: '#444444' })
  return svg(
    pageSize,
    `<rect width="640" height="960" fill="#fdfcf8"/>${panels.join('')}${number.svg}`,
  )
}

/** Draws a borderless strip for scrolling. */
export function strip(look: Look, book: number, part: number): Picture {
  const parts = [0, 1, 2, 3].map((i) => {
    const seed = look.seed * 1000 + book * 100 + part * 8 + i
    return placed(look, seed, { x: 0, y: i * 600, width: 640, height: 600 })
  })
  return svg(stripSize, parts.join(''))
}

/** Draws an image with a caption, as in a field guide. */
export function plate(look: Look, number: number, caption: string): Picture {
  const frame = { x: 60, y: 60, width: 520, height: 720 }
  const art = placed(look, look.seed * 1000 + number, frame) + outline(frame)
  const words = lettering(caption, { x: 60, y: 820, width: 520, size: 4, fill: '#2b2b2b' })
  return svg(pageSize, `<rect width="640" height="960" fill="#faf6ea"/>${art}${words.svg}`)
}

const placed = ({ scene: name, palette }: Look, seed: number, frame: Frame) =>
  `<svg ${attributes(frame)} viewBox="0 0 100 150" preserveAspectRatio="xMidYMid slice">${scene(name, palette, seed)}</svg>`

const outline = (frame: Frame) =>
  `<rect ${attributes(frame)} fill="none" stroke="#1d1d1d" stroke-width="3"/>`

const attributes = ({ x, y, width, height }: Frame) =>
  `x="${Math.round(x)}" y="${Math.round(y)}" width="${Math.round(width)}" height="${Math.round(height)}"`

const svg = ({ width, height }: { width: number; height: number }, inner: string): Picture => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`,
  width,
  height,
})
