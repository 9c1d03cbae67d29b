import { useEffect, useRef } from 'react'
import type { Navigator } from './engine/navigator'
import { addTypeface } from './engine/typefaces'

/** Gives the chosen letters to each part of the book that is shown; `onChange` lays it out anew. */
export function useTypeface(navigator: Navigator | undefined, font: string, onChange: () => void) {
  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    if (!navigator) return
    let isGone = false
    const give = async (doc: Document) => {
      if ((await addTypeface(doc, font)) && !isGone) changed.current()
    }
    const stop = navigator.eachDocument((doc) => void give(doc))
    return () => {
      isGone = true
      stop()
    }
  }, [navigator, font])
}
