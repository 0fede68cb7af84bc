/** Something is under way; the part around it says what. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="spinner inline-block size-[1.125em] rounded-full border-2 border-current border-r-transparent"
    />
  )
}
