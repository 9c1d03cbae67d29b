/** The loaded text layers of mounted pages, in which text can be selected. */
import type { Schemas } from '../../../../../api/client'
import { findSelected, type LayerText } from './layer-text'

export interface OpenLayer {
  readonly page: Schemas['BookPage']
  readonly text: LayerText
}

const layers = new Set<OpenLayer>()

/** Registers a layer, and returns a function that removes it. */
export function addLayer(layer: OpenLayer) {
  layers.add(layer)
  return () => void layers.delete(layer)
}

/** Returns the selected characters of the first page on which text is selected, or null. */
export function findSelection() {
  const selection = getSelection()
  for (const layer of layers) {
    const found = findSelected(layer.text, selection)
    if (found) return { ...layer, ...found }
  }
  return null
}
