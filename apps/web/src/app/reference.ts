import "./styles.css";
import "../features/reference/reference.css";
import { enliven } from "../features/reference/enliven.ts";

enliven();
