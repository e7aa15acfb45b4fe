import { invitationToken } from "@mayfly/contracts";
import { useParams } from "react-router-dom";
import { Join } from "./Join.tsx";
import { ResetLink } from "./ResetLink.tsx";

/** The page that a mailed link opens: its token, the last part of the path, says what it is for. */
export default function LinkPage() {
  const { id = "" } = useParams();
  return id.startsWith(invitationToken) ? <Join key={id} token={id} /> : <ResetLink key={id} token={id} />;
}
