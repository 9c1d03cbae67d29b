/** Selects an item with X, a long press, or a click in selection mode. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { focusBoxSoon, type Selection } from './selection'

const longMs = 500

export interface SelectableItem {
  selection: Selection
  id: string
  index: number
}

export function useSelectable({ selection, id, index }: SelectableItem) {
  const { isOn, press, all } = selection
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancelPress = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    cancelPress()
    if (pointerType === 'mouse' || isOn) return
    timer.current = setTimeout(() => press(id, index, false), longMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const isCommand = event.ctrlKey || event.metaKey
    if (event.altKey || !(isCommand ? key === 'a' && isOn && all : key === 'x')) return
    event.preventDefault()
    if (isCommand) return void all?.()
    press(id, index, event.shiftKey)
    // The focused link is disabled during selection.
    focusBoxSoon(index)
  }
  return {
    onKeyDown,
    onPointerDown,
    onPointerUp: cancelPress,
    onPointerCancel: cancelPress,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (isOn || timer.current) event.preventDefault()
    },
  }
}
