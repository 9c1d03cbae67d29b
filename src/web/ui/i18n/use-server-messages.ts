import { useEffect, useState } from 'react'
import { hasServerMessages, loadServerMessages } from './catalogue-parts'
import { type ServerMessage, translate } from './message-text'

/**
 * Returns a function that translates server messages, for screens that rarely show any. It returns
 * empty texts until their part of the catalog has loaded.
 */
export function useServerMessages(): typeof translate {
  const [isLoaded, setLoaded] = useState(hasServerMessages)
  useEffect(() => {
    if (!isLoaded) void loadServerMessages().then(() => setLoaded(true))
  }, [isLoaded])
  return isLoaded ? translate : showNothing
}

const showNothing = (_: ServerMessage) => ''
