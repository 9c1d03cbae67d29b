/** Selects an item with X, a long press, or a click in selection mode. */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
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
  const wasLong = useRef(false)
  const cancelPress = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    cancelPress()
    wasLong.current = false
    if (pointerType === 'mouse' || isOn) return
    timer.current = setTimeout(() => {
      wasLong.current = true
      press(id, index, false)
    }, longMs)
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
  // Lifting the finger after a long press is also a click, which would deselect the item.
  const onClickCapture = (event: MouseEvent) => {
    if (!wasLong.current) return
    wasLong.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    onKeyDown,
    onClickCapture,
    onPointerDown,
    onPointerUp: cancelPress,
    onPointerCancel: cancelPress,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (isOn || timer.current) event.preventDefault()
    },
  }
}
