/** Selects an item with X or a long press and, in selection mode, the whole list with Ctrl+A. */
import type { KeyboardEvent } from 'react'
import { useLongPress } from '../covers/use-long-press'
import { focusBoxSoon, type Selection } from './selection'

export interface SelectableItem {
  selection: Selection
  id: string
  index: number
}

export function useSelectable({ selection, id, index }: SelectableItem) {
  const { isOn, press, all } = selection
  const { isPressing, handlers } = useLongPress(
    () => press(id, index, false),
    () => isOn,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const isCommand = event.ctrlKey || event.metaKey
    if (event.altKey || !(isCommand ? key === 'a' && isOn && all : key === 'x')) return
    event.preventDefault()
    if (isCommand) return void all?.()
    press(id, index, event.shiftKey)
    // Selection mode disables the focused link, so the focus moves to the checkbox.
    focusBoxSoon(index)
  }
  return {
    onKeyDown,
    ...handlers,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (isOn || isPressing()) event.preventDefault()
    },
  }
}
