import { type DragEvent, useState } from 'react'

/** Drag and drop for the entries of a list. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const endDrag = () => {
    setDragged(null)
    setOver(null)
  }
  return (index: number) => ({
    draggable: true,
    'data-over': over === index && dragged !== null && dragged !== index,
    'data-before': dragged !== null && dragged > index,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(index)
    },
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(index)
    },
    onDragEnd: endDrag,
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null) onDrop(dragged, index)
      endDrag()
    },
  })
}
