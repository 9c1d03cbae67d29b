/** Calls a function after a long press on an element. */
import { type MouseEvent, type PointerEvent, useRef } from 'react'

const longMs = 500

/** `act` gets the pressed element. If `isOff` returns true for it, a long press does nothing. */
export function useLongPress(
  act: (pressed: HTMLElement) => void,
  isOff: (pressed: HTMLElement) => boolean,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLong = useRef(false)
  const cancel = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  return {
    isPressing: () => timer.current !== undefined,
    handlers: {
      onPointerDown: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        cancel()
        wasLong.current = false
        if (pointerType === 'mouse' || isOff(currentTarget)) return
        timer.current = setTimeout(() => {
          wasLong.current = true
          act(currentTarget)
        }, longMs)
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      // Lifting the finger after a long press also triggers a click.
      onClickCapture: (event: MouseEvent) => {
        if (!wasLong.current) return
        wasLong.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
