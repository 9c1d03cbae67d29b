/** Arrow keys move through a grid. Home, End, Page Up and Page Down jump. Tab leaves the grid. */
import { type KeyboardEvent, type RefObject, useRef } from 'react'

interface Shape {
  columns: number
  total: number
  /** Scrolls to a row that is not rendered yet. */
  reveal: (row: number) => void
  /** Called when Shift extends the selection. */
  onReach?: ((index: number) => void) | undefined
}

const rowsOfPage = 4
/** Maximum time in milliseconds to wait until the target of a jump has loaded. */
const timeoutMs = 10_000

export function useArrowKeys(
  list: RefObject<HTMLElement | null>,
  { columns, total, reveal, onReach }: Shape,
) {
  const wanted = useRef<number>(undefined)
  const focus = (index: number) => {
    wanted.current = index
    const until = performance.now() + timeoutMs
    const attempt = () => {
      // Another key was pressed in the meantime, or the list was removed.
      if (wanted.current !== index || !list.current) return
      const item = list.current.querySelector<HTMLElement>(
        `[data-index="${index}"] a, [data-index="${index}"] button`,
      )
      if (item) item.focus()
      else if (performance.now() < until) requestAnimationFrame(attempt)
    }
    if (!list.current?.querySelector(`[data-index="${index}"]`)) reveal(Math.floor(index / columns))
    attempt()
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
