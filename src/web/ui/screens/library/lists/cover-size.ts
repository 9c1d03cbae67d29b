/**
 * The size of covers in grids: their minimum width, which users change with a slider, the wheel or
 * a pinch.
 */
import { type RefObject, useEffect, useRef } from 'react'
import { usePreferences } from '../../../state/preferences'
import { createStore, useStore } from '../../../state/store'

export const smallestCover = 110
export const largestCover = 240
export const coverStep = 2
const usualCover = 146
/** Sizes for the densities that apps may have stored instead of a size. */
const sizes = { compact: 112, normal: usualCover, comfortable: 196 }

/** Delay between the last slider move and saving. */
const saveAfterMs = 400
/** Scale for phones, on which a size of `usualCover` results in three columns. */
const phoneScale = 96 / usualCover
const isPhone = () => innerWidth < 700

/** Size while the slider moves, before it is saved. */
const moved = createStore<number | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Returns the size of covers on a desktop, in pixels, and a function that changes it. Phones show
 * proportionally smaller covers.
 */
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

/** Wheel movement in pixels that changes the size by a factor of e. */
const wheelScale = 500

/** Changes the size on Ctrl + wheel over the element, or on a pinch on a touchpad. */
export function useSizeByWheel(element: RefObject<HTMLElement | null>, isOn: boolean) {
  const size = useCoverSize()
  const latest = useRef(size)
  latest.current = size
  useEffect(() => {
    const { current } = element
    if (!isOn || !current) return
    // Not rounded, because a touchpad reports fractions of a step.
    let exact = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const shown = latest.current.size
      if (toStep(exact) !== shown) exact = shown
      exact = limit(exact * Math.exp(-event.deltaY / wheelScale))
      if (toStep(exact) !== shown) latest.current.setSize(toStep(exact))
    }
    // Added directly, because React's own listeners cannot prevent the browser from zooming the
    // page.
    current.addEventListener('wheel', onWheel, { passive: false })
    return () => current.removeEventListener('wheel', onWheel)
  }, [element, isOn])
}

const limit = (size: number) => Math.min(largestCover, Math.max(smallestCover, size))
const toStep = (size: number) => Math.round(size / coverStep) * coverStep
