import { useEffect, useState } from 'react'
import { hasServerMessages, loadServerMessages } from './catalogue-parts'
import { type ServerMessage, translate } from './message-text'

/**
 * For messages of the server that only few visitors of a screen see: returns their texts, empty
 * until their part of the catalog is loaded.
 */
export function useServerMessages(): typeof translate {
  const [isLoaded, setLoaded] = useState(hasServerMessages)
  useEffect(() => {
    if (!isLoaded) void loadServerMessages().then(() => setLoaded(true))
  }, [isLoaded])
  return isLoaded ? translate : showNothing
}

const showNothing = (_: ServerMessage) => ''
