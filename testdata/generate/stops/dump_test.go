package stops
import ("testing";"fmt")
func TestDump(t *testing.T){ ps,err:=Places("../../e2e"); if err!=nil{t.Fatal(err)}; last:=""; for _,p:=range ps { k:=p.File+" "+p.Function; if k!=last {fmt.Println("#",k); last=k}; fmt.Println(p.What)}; fmt.Println("TOTAL",len(ps)) }
