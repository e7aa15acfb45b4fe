/** The mayfly; the same drawing as public/mayfly.svg. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`${className} text-wing`}>
      <path fill="currentColor" d="M10.2 13C7.6 7.6 9.2 3.2 14 1.2c3.4 4.2 2.2 9-2 12.2z" />
      <path fill="currentColor" opacity=".5" d="M9.4 13.2C5.2 11.4 3 8 3.4 3.8c4 1.2 6.4 4.6 7 9.2z" />
      <g stroke="currentColor" strokeLinecap="round">
        <path strokeWidth="2" d="M6.6 14.4c4.4-1.4 8.6 0 12 4.4" />
        <path strokeWidth="1.2" d="M18.6 18.8l3.6 3M18.6 18.8l4-.2M8.6 14.4l-1.4 3.4M11 14.2l.4 3.8" />
      </g>
    </svg>
  );
}
