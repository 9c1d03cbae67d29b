import type { RefObject } from 'react'

interface FileInputProps {
  label: string
  /** Accepted media types or file name extensions. Defaults to all files. */
  accept?: string
  multiple?: boolean
  input: RefObject<HTMLInputElement | null>
  /** Called with at least one file. */
  onFiles(files: File[]): void
}

/** A hidden file input that a visible button opens. */
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
