import { createContext, useContext } from 'react'

/** Creates a context for data of the open book, and the hook that reads it. */
export function createReaderContext<Value>() {
  const ReaderContext = createContext<Value | null>(null)
  const useValue = () => {
    const value = useContext(ReaderContext)
    if (value === null) throw new Error('No book is open here')
    return value
  }
  return [ReaderContext, useValue] as const
}
