import { useLayoutEffect, useRef } from 'react'

/** Excludes the hidden input that belongs to the suggestion list. */
const typed = 'input:not([aria-hidden=true])'

/**
 * Focuses the first field of an added row as soon as it is rendered. If it waited for the next
 * frame, text typed quickly would go to another field.
 */
export function useAddedRow(fieldsInRow: number) {
  const rows = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  useLayoutEffect(() => {
    if (!isAdded.current) return
    isAdded.current = false
    const fields = [...(rows.current?.querySelectorAll<HTMLInputElement>(typed) ?? [])]
    fields.at(-fieldsInRow)?.focus()
  })
  const added = () => {
    isAdded.current = true
  }
  return { rows, added }
}
