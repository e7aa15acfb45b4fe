import { Select } from "./Select.tsx";

export interface Sizing {
  sizes: readonly number[];
  size: number;
  onSize: (size: number) => void;
}

/** The choice of how many rows a page of a list has. */
export function PageSize({ sizes, size, onSize }: Sizing) {
  return (
    <Select
      aria-label="Rows per page"
      value={size}
      onChange={(event) => onSize(Number(event.target.value))}
      className="text-13"
    >
      {sizes.map((each) => (
        <option key={each} value={each}>
          {each} per page
        </option>
      ))}
    </Select>
  );
}
