import type { RefObject } from 'react'

interface FileInputProps {
  label: string
  /** Media types or endings of files. By default, all files can be chosen. */
  accept?: string
  multiple?: boolean
  input: RefObject<HTMLInputElement | null>
  /** Called with at least one file. */
  onFiles(files: File[]): void
}

/** An invisible input. A visible button opens it. */
export function FileInput({ label, accept, multiple = false, input, onFiles }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      className="hidden-words"
      tabIndex={-1}
      aria-label={label}
      multiple={multiple}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        if (files.length > 0) onFiles(files)
        target.value = ''
      }}
    />
  )
}
