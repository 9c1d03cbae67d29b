/** How one item of a list is selected: with X, with a long press, and by a press while selecting. */
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
  const letGo = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    letGo()
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
    // The link that had the focus cannot be used while selecting.
    focusBoxSoon(index)
  }
  return {
    onKeyDown,
    onPointerDown,
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (isOn || timer.current) event.preventDefault()
    },
  }
}
