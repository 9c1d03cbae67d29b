/** Arrow keys walk through a grid; Home, End, Page Up and Page Down leap. Tab leaves it. */
import type { KeyboardEvent, RefObject } from 'react'

interface Shape {
  columns: number
  total: number
  /** Brings a row that is not in the page into view. */
  reveal: (row: number) => void
  /** With Shift, one walks to extend what is selected. */
  onReach?: ((index: number) => void) | undefined
}

const rowsOfPage = 4

export function useRoving(
  list: RefObject<HTMLElement | null>,
  { columns, total, reveal, onReach }: Shape,
) {
  const focus = (index: number, attempts = 20) => {
    const item = list.current?.querySelector<HTMLElement>(
      `[data-index="${index}"] a, [data-index="${index}"] button`,
    )
    if (item) item.focus()
    else if (attempts > 0) {
      if (attempts === 20) reveal(Math.floor(index / columns))
      requestAnimationFrame(() => focus(index, attempts - 1))
    }
  }
  return (event: KeyboardEvent) => {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const from = Number(place?.dataset['index'])
    const to = nextIndex(event, { from, columns, total })
    if (to === undefined) return
    event.preventDefault()
    const reached = Math.min(total - 1, Math.max(0, to))
    focus(reached)
    if (event.shiftKey) onReach?.(reached)
  }
}

interface Position {
  from: number
  columns: number
  total: number
}

function nextIndex(event: KeyboardEvent, { from, columns, total }: Position): number | undefined {
  if (Number.isNaN(from) || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: from + forward,
    ArrowLeft: from - forward,
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    PageDown: from + columns * rowsOfPage,
    PageUp: from - columns * rowsOfPage,
    Home: 0,
    End: total - 1,
  }
  return steps[event.key]
}
