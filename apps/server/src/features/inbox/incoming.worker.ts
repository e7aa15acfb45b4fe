// Mail that comes in.
import { serve } from "./parser_thread.ts";
import { summarise } from "./summarise.ts";

serve({ summarise });
