/** The width that covers in a grid have at least. */
import { usePreferences } from '../../../state/preferences'
import { createStore, useStore } from '../../../state/store'

export const smallestCover = 110
export const largestCover = 240
const usualCover = 146
/** What apps may have stored instead of a size. */
const sizes = { compact: 112, normal: usualCover, comfortable: 196 }

/** Between the last move of the slider and saving. */
const saveAfterMs = 400
/** At their usual size, a phone shows three columns where a desktop has covers of `usualCover`. */
const phoneScale = 96 / usualCover
const isPhone = () => innerWidth < 700

/** While the slider moves, before it is saved. */
const moved = createStore<number | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

/** In pixels on a desktop; phones show smaller covers in proportion. */
export function useCoverSize() {
  const { values, change } = usePreferences()
  const stored = values['list.coverSize'] ?? sizes[values['list.density'] ?? 'normal']
  const setSize = (size: number) => {
    moved.set(size)
    clearTimeout(timer)
    timer = setTimeout(() => {
      change({ 'list.coverSize': size })
      moved.set(undefined)
    }, saveAfterMs)
  }
  return { size: useStore(moved) ?? stored, setSize }
}

export function useCoverMin(): number {
  const { size } = useCoverSize()
  return Math.round(isPhone() ? size * phoneScale : size)
}
