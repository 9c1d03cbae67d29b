import { createContext, useContext } from 'react'

/** A context that each open book provides, and its hook. */
export function createReaderContext<Value>() {
  const ReaderContext = createContext<Value | null>(null)
  const useValue = () => {
    const value = useContext(ReaderContext)
    if (value === null) throw new Error('No book is open here')
    return value
  }
  return [ReaderContext, useValue] as const
}
