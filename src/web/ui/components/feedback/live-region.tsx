/** Announces text to screen readers: `announce(t('Page {page}', { page }))`. */
import { createStore, useStore } from '../../state/store'

const words = createStore('')

export const announce = (message: string) => words.set(message)

export const LiveRegion = () => (
  <div className="hidden-words" role="status" aria-live="polite">
    {useStore(words)}
  </div>
)
