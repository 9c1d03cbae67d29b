import { useLayoutEffect } from 'react'

/**
 * For a list that is put into another order: where a browser takes the focus from a node that is moved, it
 * has it again before the next key can come.
 */
export function useKeptFocus() {
  const { activeElement } = document
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && activeElement !== document.body
    if (isLost && activeElement instanceof HTMLElement && activeElement.isConnected) {
      activeElement.focus()
    }
  })
}
