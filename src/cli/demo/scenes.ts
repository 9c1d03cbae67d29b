/**
 * Generates images from a seed and a palette. The same seed always yields the same image. Scenes
 * fill 100 by 150 units, and the caller crops them.
 */

/** Five colors from sky to ink, light to dark or reversed. */
export type Palette = readonly [string, string, string, string, string]

export type SceneName = keyof typeof scenes

/** Draws the content of an SVG element with the view box `0 0 100 150`. */
export function scene(name: SceneName, palette: Palette, seed: number): string {
  const chance = new Chance(seed)
  return sky(palette, seed) + scenes[name](palette, chance)
}

/** Pseudorandom numbers (mulberry32). */
class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1)
  }

  between(low: number, high: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (high - low)
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.between(0, items.length))] ?? items[0]
  }
}

const n = (value: number) => String(Math.round(value * 10) / 10)
const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

// oxlint-disable-next-line max-params -- a circle is easiest to read as plain numbers
const disc = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" opacity="${n(opacity)}"/>`
const shape = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}" opacity="${n(opacity)}"/>`
const line = (d: string, stroke: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" opacity="${n(opacity)}"/>`
const box = (x: number, y: number, size: readonly [number, number], fill: string) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(size[0])}" height="${n(size[1])}" fill="${fill}"/>`

function sky([top, bottom]: Palette, seed: number): string {
  return `<defs><linearGradient id="g${seed}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="100" height="150" fill="url(#g${seed})"/>`
}

/** Draws a band with a wavy top that extends to the bottom. */
function wave(y: number, height: number, chance: Chance): string {
  const length = chance.between(18, 34)
  const start = -chance.between(0, length)
  const bows = times(
    9,
    () => `q${n(length / 4)} ${n(-height)} ${n(length / 2)} 0t${n(length / 2)} 0`,
  )
  return `M${n(start)} ${n(y)}${bows}V151H-40z`
}

const scenes = {
  sea: ([, , light, middle, ink]: Palette, chance: Chance) => {
    const sunX = chance.between(20, 80)
    const boatX = chance.between(20, 75)
    const boatY = chance.between(66, 76)
    return [
      disc(sunX, chance.between(25, 50), chance.between(12, 20), light),
      shape(wave(72, 4, chance), middle, 0.5),
      shape(`M${n(boatX)} ${n(boatY)}h16l-4 6h-9z`, ink),
      shape(`M${n(boatX + 8)} ${n(boatY - 2)}v-18l9 16z`, light),
      times(4, (i) => shape(wave(84 + i * 17, 6, chance), i % 2 ? middle : ink, 0.55 + i * 0.1)),
      times(9, () =>
        disc(chance.between(5, 95), chance.between(95, 145), chance.between(0.5, 1.8), light, 0.7),
      ),
    ].join('')
  },

  space: ([, , light, middle, ink]: Palette, chance: Chance) => {
    const [x, y, r] = [chance.between(28, 72), chance.between(50, 100), chance.between(14, 26)]
    const tilt = n(chance.between(-35, 35))
    const [headX, headY] = [chance.between(15, 85), chance.between(15, 40)]
    return [
      times(45, () =>
        disc(chance.between(0, 100), chance.between(0, 150), chance.between(0.2, 0.8), light, 0.8),
      ),
      shape(
        `M${n(headX)} ${n(headY - 2.5)}L${n(headX + 60)} ${n(headY - 26)}L${n(headX)} ${n(headY + 2.5)}z`,
        light,
        0.5,
      ),
      disc(headX, headY, 3, light),
      disc(x, y, r, middle),
      disc(x - r * 0.25, y - r * 0.25, r * 0.7, light, 0.25),
      times(4, () =>
        disc(
          x + chance.between(-r, r) * 0.6,
          y + chance.between(-r, r) * 0.6,
          chance.between(1, 3.5),
          ink,
          0.4,
        ),
      ),
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r * 1.8)}" ry="${n(r * 0.35)}" fill="none" stroke="${light}" stroke-width="1.6" opacity="0.8" transform="rotate(${tilt} ${n(x)} ${n(y)})"/>`,
      shape(wave(138, 5, chance), ink),
    ].join('')
  },

  forest: ([, , light, middle, ink]: Palette, chance: Chance) => {
    const tree = (base: number, height: number, fill: string) => {
      const x = chance.between(-4, 104)
      const half = height * 0.22
      return shape(`M${n(x)} ${n(base - height)}l${n(half)} ${n(height)}h${n(-2 * half)}z`, fill)
    }
    const foxX = chance.between(25, 70)
    return [
      disc(chance.between(20, 80), chance.between(22, 42), chance.between(9, 15), light),
      shape(wave(80, 12, chance), middle, 0.5),
      times(9, () => tree(100, chance.between(22, 42), middle)),
      shape(wave(100, 7, chance), middle),
      times(7, () => tree(124, chance.between(30, 60), ink)),
      shape(wave(122, 5, chance), ink),
      // A fox looking at the moon.
      shape(`M${n(foxX)} 124l3-12l2 3h3l2-3l2 12q6 0 8-9q3 12-8 12h-9z`, light),
    ].join('')
  },

  stairs: ([, , light, middle, ink]: Palette, chance: Chance) => {
    const window = (x: number, y: number) =>
      chance.between(0, 1) < 0.45 ? box(x, y, [3, 4], light) : ''
    const house = (i: number) => {
      const [x, top] = [i * 17 - 3, chance.between(30, 85)]
      const windows = times(24, (k) =>
        window(x + 2.5 + (k % 3) * 4.5, top + 5 + Math.floor(k / 3) * 8),
      )
      return box(x, top, [16, 150 - top], i % 2 ? middle : ink) + windows
    }
    const turn = chance.pick([-1, 1])
    const step = (i: number) =>
      box(turn > 0 ? i * 10 - 2 : 92 - i * 10, 140 - i * 6.5, [11, 60], ink)
    return [
      disc(chance.between(20, 80), chance.between(15, 35), chance.between(5, 9), light),
      times(7, house),
      times(11, step),
      line(turn > 0 ? 'M-2 122L102 55' : 'M102 122L-2 55', light, 1),
      disc(turn > 0 ? 68 : 32, 76, 3, light),
      shape(turn > 0 ? 'M64 97q4-22 8 0z' : 'M28 97q4-22 8 0z', light),
    ].join('')
  },

  garden: ([, , light, middle, ink]: Palette, chance: Chance) => {
    const flower = (i: number) => {
      const [x, y] = [8 + i * 12 + chance.between(-3, 3), chance.between(45, 115)]
      const [petals, r] = [Math.floor(chance.between(5, 9)), chance.between(3, 6)]
      const fill = chance.pick([light, middle])
      const petal = (k: number) => {
        const angle = (k / petals) * 2 * Math.PI
        return disc(x + Math.cos(angle) * r, y + Math.sin(angle) * r, r * 0.7, fill, 0.9)
      }
      const stem = `M${n(x)} ${n(y)}Q${n(x + chance.between(-8, 8))} ${n((y + 150) / 2)} ${n(x + chance.between(-4, 4))} 150`
      return line(stem, ink, 1.2) + times(petals, petal) + disc(x, y, r * 0.6, ink)
    }
    return [
      disc(50, 34, chance.between(14, 20), light, 0.6),
      times(14, () =>
        disc(chance.between(0, 100), chance.between(5, 90), chance.between(0.4, 1), light),
      ),
      times(8, flower),
      shape(wave(132, 6, chance), ink),
    ].join('')
  },

  orbits: ([, , light, middle, ink]: Palette, chance: Chance) => {
    const [x, y] = [chance.between(40, 60), chance.between(60, 90)]
    const orbit = (i: number) => {
      const r = 17 + i * 13
      const angle = chance.between(0, 2 * Math.PI)
      const [px, py] = [x + Math.cos(angle) * r, y + Math.sin(angle) * r]
      const size = chance.between(3, 6.5)
      const ring = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${light}" stroke-width="0.5" stroke-dasharray="1 2"/>`
      // A planet with a hole in it, like a doughnut.
      return (
        ring + disc(px, py, size, chance.pick([middle, light])) + disc(px, py, size * 0.35, ink)
      )
    }
    return [
      times(30, () =>
        disc(chance.between(0, 100), chance.between(0, 150), chance.between(0.2, 0.7), light, 0.7),
      ),
      disc(x, y, 10, light),
      disc(x, y, 7, middle),
      times(5, orbit),
      shape(wave(136, 4, chance), ink, 0.8),
    ].join('')
  },

  birds: ([, , light, middle, ink]: Palette, chance: Chance) => {
    const bird = (i: number) => {
      const [x, y] = [chance.between(18, 70), 42 + i * 32]
      const [r, fill] = [chance.between(6, 10), chance.pick([light, middle])]
      return [
        line(`M-2 ${n(y + r + 2)}Q50 ${n(y + r - 4)} 102 ${n(y + r + 3)}`, ink, 1.6),
        line(`M${n(x - 1)} ${n(y + r - 1)}v4M${n(x + 3)} ${n(y + r - 1)}v4`, ink, 0.8),
        shape(`M${n(x - r)} ${n(y)}l${n(-r * 1.3)} ${n(r * 0.8)}l${n(r)} ${n(r * 0.2)}z`, ink),
        disc(x, y, r, fill),
        disc(x + r * 0.9, y - r * 0.7, r * 0.55, fill),
        shape(
          `M${n(x + r * 1.35)} ${n(y - r * 0.9)}l${n(r * 0.7)} ${n(r * 0.3)}l${n(-r * 0.7)} ${n(r * 0.25)}z`,
          ink,
        ),
        disc(x + r, y - r * 0.8, 0.9, ink),
        shape(`M${n(x - r * 0.7)} ${n(y - r * 0.2)}q${n(r)} ${n(r)} ${n(r * 1.3)} 0z`, ink, 0.5),
      ].join('')
    }
    return disc(chance.between(20, 80), 20, chance.between(7, 11), light, 0.8) + times(4, bird)
  },
}
